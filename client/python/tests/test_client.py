"""What the client does by itself. test/long/clients runs it, and the README against the service."""

from __future__ import annotations

import io
import json
import os
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

from heliograph import Heliograph, HeliographError, WebhookVerificationError, verify_webhook

ACCEPTED = {"id": "a", "event": "welcome", "status": "accepted"}
PAGE = "<html>502 Bad Gateway</html>"


class Server(ThreadingHTTPServer):
    """Answers requests with `answers`, one after the other. None is no answer: the connection is closed."""

    daemon_threads = True

    def __init__(self, *answers: tuple[int, Any, dict[str, str]] | None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = list(answers)
        self.seen: list[tuple[str, dict[str, str], Any]] = []
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None: ...

    def chunks(self) -> bytes:
        body = b""
        while length := int(self.rfile.readline(), 16):
            body += self.rfile.read(length)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body: Any
        if "transfer-encoding" in headers:
            body = self.chunks().decode()
        else:
            body = json.loads(self.rfile.read(int(headers.get("content-length", 0))) or "null")
        self.server.seen.append((f"{self.command} {self.path}", headers, body))
        answer = self.server.answers.pop(0)
        if answer is None:
            return
        status, value, headers = answer
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write((value if isinstance(value, str) else json.dumps(value)).encode())

    do_GET = do_POST = do_PATCH = do_DELETE = answer


def error(code: str, **more: Any) -> dict[str, Any]:
    return {"error": "No.", "code": code, **more}


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        patch = mock.patch("heliograph.transport.time.sleep")
        self.sleep = patch.start()
        self.addCleanup(patch.stop)

    def client(self, *answers: tuple[int, Any, dict[str, str]] | None, **options: Any) -> Heliograph:
        self.server = Server(*answers)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        client = Heliograph(self.server.url, "test_key", **options)
        self.addCleanup(client.close)
        return client

    def pauses(self) -> list[float]:
        return [call.args[0] for call in self.sleep.call_args_list]

    def test_a_send_is_retried_with_one_key_and_growing_pauses(self) -> None:
        client = self.client(None, (502, PAGE, {}), (500, error("INTERNAL"), {}), (200, ACCEPTED, {}), retries=3)
        self.assertEqual(client.send("welcome", to="ada@example.com", from_="hello@example.com"), ACCEPTED)
        self.assertEqual(len({headers["idempotency-key"] for _, headers, _ in self.server.seen}), 1)
        self.assertEqual(self.server.seen[0][2], {"to": "ada@example.com", "from": "hello@example.com"})
        for attempt, pause in enumerate(self.pauses()):
            self.assertTrue(0.125 * 2**attempt <= pause <= 0.25 * 2**attempt, pause)

    def test_retry_after_is_respected_as_seconds_and_as_a_date(self) -> None:
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 9))
        limited = error("RATE_LIMITED", current=1, limit=1)
        client = self.client(
            (429, limited, {"Retry-After": "7"}), (503, PAGE, {"Retry-After": date}), (200, {"contact": {}}, {})
        )
        client.contacts.get("ada@example.com")
        self.assertEqual(self.server.seen[0][0], "GET /v1/contacts/ada%40example.com")
        seven, nine = self.pauses()
        self.assertTrue(7 <= seven <= 7.25, seven)
        self.assertTrue(7 <= nine <= 9.5, nine)

    def test_a_long_pause_is_left_to_the_caller(self) -> None:
        client = self.client((503, error("UNAVAILABLE"), {"Retry-After": "3600"}))
        with self.assertRaises(HeliographError) as raised:
            client.send("welcome", to="ada@example.com")
        self.assertEqual((raised.exception.status, raised.exception.retry_after), (503, 3600))

    def test_what_may_act_twice_is_not_retried_without_an_answer(self) -> None:
        for answer, code in ((None, "CONNECTION"), ((502, PAGE, {}), "BAD_ANSWER")):
            client = self.client(answer)
            with self.assertRaises(HeliographError) as raised:
                client.contacts.upsert(email="ada@example.com")
            self.assertEqual(raised.exception.code, code)
            self.assertEqual(len(self.server.seen), 1)

    def test_a_refusal_is_not_retried_and_has_its_fields(self) -> None:
        refusal = error("PROVIDER_ERROR", channel="email", id="n", delivery_code="REJECTED")
        client = self.client((502, refusal, {"X-Request-Id": "r"}))
        with self.assertRaises(HeliographError) as raised:
            client.send("welcome", to="ada@example.com", channel="email", wait=5, idempotency_key="mine")
        found = raised.exception
        self.assertEqual((found.status, found.code, found.channel), (502, "PROVIDER_ERROR", "email"))
        self.assertEqual((found.id, found.delivery_code), ("n", "REJECTED"))
        self.assertEqual((found.request_id, found.idempotency_key), ("r", "mine"))
        path, headers, _ = self.server.seen[0]
        self.assertEqual((path, headers["prefer"]), ("POST /v1/send/welcome/email", "wait=5"))

    def test_a_file_is_sent_to_its_end_in_text_mode_too_and_only_the_answer_may_take_long(self) -> None:
        text = "email\nad\u00e9@example.com\n" * 10_000
        for file, sent in ((io.StringIO(""), ""), (io.StringIO(text), text), (io.BytesIO(text.encode()), text)):
            client = self.client((201, {"import": {"id": "i"}}, {}))
            build = client._transport._client.build_request
            with mock.patch.object(client._transport._client, "build_request", side_effect=build) as built:
                self.assertEqual(client.topics.imports.start("news", file)["id"], "i")
            self.assertEqual(self.server.seen[0][2], sent)
            timeout = built.call_args.kwargs["timeout"]
            self.assertEqual(timeout.connect, 10)
            self.assertGreater(timeout.read, 80_000)

    def test_pages_are_read_to_the_end(self) -> None:
        events = [{"events": [{"id": "1"}], "next": "c"}, {"events": [{"id": "2"}], "next": None}]
        client = self.client(*((200, page, {}) for page in events))
        self.assertEqual([event["id"] for event in client.webhooks.events.all("u", status="failed")], ["1", "2"])
        self.assertEqual(self.server.seen[1][0], "GET /v1/webhooks/u/events?status=failed&after=c")
        client = self.client((200, {"notifications": [{"id": "1"}], "next": None}, {}))
        self.assertEqual([one["id"] for one in client.notifications.all(metadata={"order": "A&1"})], ["1"])
        self.assertEqual(self.server.seen[0][0], "GET /v1/notifications?metadata%5Border%5D=A%261")
        client = self.client((200, {"redelivered": 2, "next": "c"}, {}), (200, {"redelivered": 1, "next": None}, {}))
        self.assertEqual(client.webhooks.redeliver("u", since="2026-11-21T14:00:00Z"), 3)
        self.assertEqual(self.server.seen[1][2], {"since": "2026-11-21T14:00:00Z", "after": "c"})

    def test_a_part_of_a_path_that_would_name_another_route_is_refused(self) -> None:
        for identifier in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.client().contacts.get(identifier)


class VerificationTest(unittest.TestCase):
    @unittest.skipUnless("HELIOGRAPH_WEBHOOK_CASES" in os.environ, "HELIOGRAPH_WEBHOOK_CASES names a file of cases")
    def test_webhooks_as_the_service_signs_them(self) -> None:
        for case in json.loads(Path(os.environ["HELIOGRAPH_WEBHOOK_CASES"]).read_text()):
            with self.subTest(case["name"]):
                reason = "none"
                try:
                    event = verify_webhook(
                        case["body"].encode(), case["headers"], case["secret"], now=case["now"], brand=case["brand"]
                    )
                    self.assertEqual(event, json.loads(case["body"]))
                except WebhookVerificationError as refused:
                    reason = refused.reason
                self.assertEqual(reason, case["reason"])


if __name__ == "__main__":
    unittest.main()
