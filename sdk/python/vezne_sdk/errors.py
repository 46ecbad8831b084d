"""What a call may raise: a problem document of the service, or the lack of any response."""
from typing import Any


class VezneError(Exception):
    """`code` is the problem document's; repeating with `idempotency_key` continues what was begun; `correlation_id` is for support."""

    def __init__(self, problem: dict[str, Any], retry_after: int | None = None, idempotency_key: str | None = None):
        super().__init__(f"{problem['code']}: {problem['detail']} ({problem['correlation_id']})")
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.correlation_id: str = problem["correlation_id"]
        self.fields: list[dict[str, str]] = problem.get("errors") or []
        self.provider_error_code: str | None = problem.get("provider_error_code")
        self.transaction_id: str | None = problem.get("transaction_id")
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key


class NoAnswerError(Exception):
    """Network fault or timeout. A write with an Idempotency-Key may safely be repeated with the same key."""

    code = "no_answer"

    def __init__(self, message: str, correlation_id: str, idempotency_key: str | None = None):
        super().__init__(f"{message} ({correlation_id})")
        self.correlation_id = correlation_id
        self.idempotency_key = idempotency_key
