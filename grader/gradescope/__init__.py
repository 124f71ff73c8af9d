"""Gradescope's folders and files around a run.

/autograder/source/                     the zip: this project, with test_cases/
/autograder/submission/                 what the student handed in
/autograder/submission_metadata.json    who, when, and earlier results: not for students' code
/autograder/results/results.json        what we write
"""
