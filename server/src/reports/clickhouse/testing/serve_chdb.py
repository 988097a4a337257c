"""Serves the HTTP interface of ClickHouse, as far as @clickhouse/client needs it, over one chdb session: the same engine, in this process.

    python serve_chdb.py DATA_FOLDER

Says its port in one line, and ends when its standard input does. Questions are answered one after the other. What runs is not ended when
its client goes, and no question is refused for what it may not change.
"""

import json
import queue
import re
import sys
import tempfile
import threading
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session

# Of the HTTP interface, or of what only a server has.
NOT_OF_A_QUERY = {
    "query", "query_id", "database", "default_format", "session_id", "session_timeout", "wait_end_of_query",
    "readonly", "cancel_http_readonly_queries_on_client_close", "enable_http_compression", "role",
    "http_headers_progress_interval_ms", "send_progress_in_http_headers", "compress", "decompress",
}
FORMAT = re.compile(r"\bFORMAT\s+(\w+)\s*;?\s*$", re.IGNORECASE)
CODE = re.compile(r"Code: (\d+)")


class Worker(threading.Thread):
    """The one thread that works with the engine."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder = folder
        self.asked = queue.Queue()

    def run(self):
        session = Session(self.folder)
        while True:
            answer, work = self.asked.get()
            try:
                answer.set_result(work(session))
            except BaseException as cause:  # told to whoever asked
                answer.set_exception(cause)

    def ask(self, work):
        answer = Future()
        self.asked.put((answer, work))
        return answer.result()


def literal(value):
    return value if re.fullmatch(r"-?\d+", value) else "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def answer(session, given, body):
    """One question, with the database, the settings and the parameters that came with it."""
    settings = {k: v for k, v in given.items() if k not in NOT_OF_A_QUERY and not k.startswith("param_")}
    params = {k[len("param_"):]: v for k, v in given.items() if k.startswith("param_")}
    if given.get("database"):
        session.query("use `" + given["database"].replace("`", "") + "`")
    text = given.get("query")
    if text is not None:
        with tempfile.NamedTemporaryFile() as rows:
            if body:  # within a statement, Parquet of several megabytes is not read to its end
                rows.write(body)
                rows.flush()
                text = FORMAT.sub(rf"FROM INFILE {literal(rows.name)} FORMAT \1", text)
            return session.query(text, "TabSeparated", params=params).bytes(), "TabSeparated"
    text = body.decode().strip().rstrip(";")
    found = FORMAT.search(text)
    form = found.group(1) if found else given.get("default_format", "TabSeparated")
    text = text[: found.start()].rstrip() if found else text
    if re.match(r"\s*(select|with)\b", text, re.IGNORECASE) and settings:
        text += "\nsettings " + ", ".join(f"{name} = {literal(value)}" for name, value in settings.items())
    return session.query(text, form, params=params).bytes(), form


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body of an answer in one piece, which waits for nothing: sent as two, the second waits forty milliseconds for the client to have acknowledged the first.
    wbufsize = -1
    disable_nagle_algorithm = True
    worker = None

    def log_message(self, *_):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        pieces = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def reply(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.do_POST()

    def do_POST(self):
        url = urlsplit(self.path)
        given = dict(parse_qsl(url.query, keep_blank_values=True))
        body = self.body()
        if url.path == "/ping":
            return self.reply(200, b"Ok.\n", {})
        try:
            found, form = self.worker.ask(lambda session: answer(session, given, body))
        except Exception as cause:
            text = str(cause)
            code = CODE.search(text)
            return self.reply(500, text.encode(), {"X-ClickHouse-Exception-Code": code.group(1) if code else "1002"})
        summary = json.dumps({"read_rows": "0", "read_bytes": "0", "written_rows": "0", "written_bytes": "0"})
        self.reply(200, found, {
            "X-ClickHouse-Query-Id": given.get("query_id", ""),
            "X-ClickHouse-Format": form,
            "X-ClickHouse-Summary": summary,
        })


def main():
    Handler.worker = Worker(sys.argv[1])
    Handler.worker.start()
    Handler.worker.ask(lambda session: session.query("select 1"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


main()
