"""What instructors use to make an assignment; nothing of it runs when a submission is graded."""
