"""Start, watch, answer and kill the children that run a submission."""

from grader.sandbox.isolation import Isolation, Layer
from grader.sandbox.job import Budget, Job, Shape
from grader.sandbox.outcome import Answer, Distribution, Outcome, Status, Strange, Value
from grader.sandbox.sandbox import Probe, Sandbox
from grader.sandbox.submission import Submission, find_submission

__all__ = [
    "Answer",
    "Budget",
    "Distribution",
    "Isolation",
    "Job",
    "Layer",
    "Outcome",
    "Probe",
    "Sandbox",
    "Shape",
    "Status",
    "Strange",
    "Submission",
    "Value",
    "find_submission",
]
