"""Drives the `x402` package as its own documentation does: one case a line on standard input, one report a line on standard output."""

import asyncio
import contextlib
import datetime
import hashlib
import json
import os
import platform
import random
import sys
import threading
import time

# Clock and chance stand still, so that a record can be made again. Before the imports: some take the functions by name.
_now = 0.0
_seed = ""
_counter = 0


def _chance(size):
    global _counter
    drawn = b""
    while len(drawn) < size:
        drawn += hashlib.sha256(f"{_seed}|{_counter}".encode()).digest()
        _counter += 1
    return drawn[:size]


_machine = (time.time, os.urandom)
time.time = lambda: _now or _machine[0]()
os.urandom = lambda size: _chance(size) if _seed else _machine[1](size)
random._urandom = os.urandom
_Datetime = datetime.datetime


class _Kind(type(_Datetime)):
    def __instancecheck__(cls, each):
        return isinstance(each, _Datetime)


class _Standing(_Datetime, metaclass=_Kind):
    @classmethod
    def now(cls, tz=None):
        return _Datetime.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return _Datetime.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)


datetime.datetime = _Standing

from eth_account import Account  # noqa: E402

_signed = []
_when_signed = None


def _counting(sign):
    """Counts at the key, so that a signature counts that never leaves the process."""

    def signed(self, *args, **kwargs):
        signature = sign(self, *args, **kwargs)
        _signed.append(_nonce_in(args, kwargs) or signature.signature.hex())
        if _when_signed:
            _when_signed()
        return signature

    return signed


def _nonce_in(args, kwargs):
    for each in [*args, *kwargs.values()]:
        found = None
        if isinstance(each, dict):
            found = each.get("nonce") or _nonce_in(list(each.values()), {})
        if found:
            return found.hex() if isinstance(found, bytes) else str(found)
    return None


from eth_account.signers.local import LocalAccount  # noqa: E402

for _name in ("sign_message", "sign_typed_data", "sign_transaction", "unsafe_sign_hash"):
    if hasattr(LocalAccount, _name):
        setattr(LocalAccount, _name, _counting(getattr(LocalAccount, _name)))


_kept = {}


def _keeping(send):
    """What a caller keeps who may have to call again: the header of the payment, read below the payment client."""

    def sent(self, request, *args, **kwargs):
        for name in ("PAYMENT-SIGNATURE", "X-PAYMENT"):
            if name in request.headers:
                _kept.clear()
                _kept[name] = request.headers[name]
        return send(self, request, *args, **kwargs)

    return sent


def headers_and_body(case, streamed):
    kind = case["ask"].get("body")
    if kind is None:
        return {}
    body = case["body"].encode()
    return {"headers": {"content-type": "application/json"}, "data": streamed(body) if kind == "stream" else body}


def with_cap(client, cap):
    """The limit that a version has a setting for, or else the policy that its documentation shows."""
    if cap is None:
        return client
    if hasattr(client, "set_spend_controls"):
        client.set_spend_controls({"max_amount_per_payment": f"${int(cap) / 1_000_000:f}"})
    else:
        from x402 import max_amount

        client.register_policy(max_amount(int(cap)))
    return client


class Httpx:
    """`async with x402HttpxClient(client) as http: await http.get(url)`"""

    def __init__(self):
        import httpx

        self.plain = httpx.AsyncClient
        httpx.AsyncHTTPTransport.handle_async_request = _keeping(httpx.AsyncHTTPTransport.handle_async_request)

    async def open(self, case):
        account = Account.from_key(case["key"])
        cap = case["ask"].get("cap")
        if VERSION_1:
            from x402.clients.httpx import x402HttpxClient

            return x402HttpxClient(account=account, **({"max_value": int(cap)} if cap else {}))
        from x402 import x402Client
        from x402.http.clients import x402HttpxClient
        from x402.mechanisms.evm import EthAccountSigner
        from x402.mechanisms.evm.exact import register_exact_evm_client

        client = with_cap(x402Client(), cap)
        register_exact_evm_client(client, EthAccountSigner(account))
        return x402HttpxClient(client)

    async def attempt(self, http, case, start, abort, kept=None):
        async def streamed(body):
            yield body

        given = headers_and_body(case, streamed)
        if "data" in given:
            given["content"] = given.pop("data")
        given.setdefault("headers", {}).update(kept or {})
        task = asyncio.ensure_future(http.request(case["ask"].get("method", "GET"), case["url"], **given))
        abort.append(task)
        if start == "before":
            task.cancel()
        try:
            response = await task
            await response.aread()
            return response.status_code, None
        except (Exception, asyncio.CancelledError) as error:
            return None, error

    def run(self, case):
        return asyncio.run(self.steps(case))

    async def steps(self, case):
        global _when_signed
        ask = case["ask"]
        running = []
        if ask.get("abort") == "when_signed":
            _when_signed = lambda: running and running[-1].cancel()  # noqa: E731
        http = await self.open(case)
        try:
            call = lambda: self.attempt(http, case, ask.get("abort"), running)  # noqa: E731
            if ask.get("calls") == "together":
                first, second = await asyncio.gather(call(), call())
                return first if first[1] else second
            first = await call()
            if ask.get("calls") == "again" and (first[1] or first[0] >= 500):
                if ask.get("resend"):
                    async with self.plain() as plain:
                        return await self.attempt(plain, case, None, running, _kept)
                return await call()
            return first
        finally:
            _when_signed = None
            await http.aclose()


class Requests:
    """`with x402_requests(client) as session: session.get(url)`"""

    def __init__(self):
        import requests

        self.plain = requests.Session
        requests.adapters.HTTPAdapter.send = _keeping(requests.adapters.HTTPAdapter.send)

    def open(self, case):
        account = Account.from_key(case["key"])
        cap = case["ask"].get("cap")
        if VERSION_1:
            from x402.clients.requests import x402_requests

            return x402_requests(account, **({"max_value": int(cap)} if cap else {}))
        from x402 import x402ClientSync
        from x402.http.clients import x402_requests
        from x402.mechanisms.evm import EthAccountSigner
        from x402.mechanisms.evm.exact import register_exact_evm_client

        client = with_cap(x402ClientSync(), cap)
        register_exact_evm_client(client, EthAccountSigner(account))
        return x402_requests(client)

    def attempt(self, session, case, kept=None):
        def streamed(body):
            yield body

        status = None
        try:
            given = headers_and_body(case, streamed)
            given.setdefault("headers", {}).update(kept or {})
            if case["ask"].get("redirect") == "error":
                given["allow_redirects"] = False
            response = session.request(case["ask"].get("method", "GET"), case["url"], **given)
            status = response.status_code
            response.content  # noqa: B018: an answer counts when its body has been read
            return status, None
        except Exception as error:  # noqa: BLE001
            return status, error

    def run(self, case):
        ask = case["ask"]
        with self.open(case) as session:
            if ask.get("calls") == "together":
                seen = []
                threads = [threading.Thread(target=lambda: seen.append(self.attempt(session, case))) for _ in "12"]
                for each in threads:
                    each.start()
                for each in threads:
                    each.join()
                return seen[0] if seen[0][1] else seen[1]
            first = self.attempt(session, case)
            if ask.get("calls") == "again" and (first[1] or first[0] >= 500):
                if ask.get("resend"):
                    with self.plain() as plain:
                        return self.attempt(plain, case, _kept)
                return self.attempt(session, case)
            return first


class AgentKit(Requests):
    """`x402_action_provider().make_http_request_with_x402(EthAccountWalletProvider(config), {"url", "method", …})`"""

    @contextlib.contextmanager
    def open(self, case):
        from coinbase_agentkit import EthAccountWalletProvider, EthAccountWalletProviderConfig, x402_action_provider

        config = EthAccountWalletProviderConfig(
            account=Account.from_key(case["key"]), chain_id="8453", rpc_url=case["chain"]
        )
        yield x402_action_provider(), EthAccountWalletProvider(config)

    def attempt(self, session, case, kept=None):
        if kept is not None:
            return super().attempt(session, case, kept)

        def streamed(body):
            yield body

        provider, wallet = session
        given = headers_and_body(case, streamed)
        call = {"url": case["url"], "method": case["ask"].get("method", "GET"), "headers": given.get("headers"), "body": given.get("data")}
        try:
            # What the action says to the model.
            said = json.loads(provider.make_http_request_with_x402(wallet, call))
        except Exception as error:  # noqa: BLE001
            return None, error
        if said.get("error"):
            return None, Exception(f"{said['message']}: {said['details']}")
        self.told = said["message"]
        return said["status"], None


NOTHING = {"ask": {}, "url": "http://localhost:1/", "chain": "http://localhost:1/", "body": ""}


def told(error):
    """An error with everything that caused it."""
    if error is None:
        return None
    text, cause = str(error), error.__cause__
    while cause is not None:
        if str(cause) and str(cause) not in text:
            text += f" ({type(cause).__name__}: {cause})"
        cause = cause.__cause__
    return {"name": type(error).__name__, "message": text}


def main():
    global _now, _seed, _counter
    client = {"httpx": Httpx, "requests": Requests, "agentkit": AgentKit}[sys.argv[1]]()
    # Imports take seconds, which are no part of a case.
    client.run({**NOTHING, "key": "0x" + "11" * 32})
    _signed.clear()
    say = lambda each: print(json.dumps(each), flush=True)  # noqa: E731
    say({"ready": True, "runtime": {"name": "python", "version": platform.python_version()}})
    for line in sys.stdin:
        case = json.loads(line)
        _now, _seed, _counter = float(case["now"]), case["case"], 0
        _signed.clear()
        _kept.clear()
        client.told = None
        status, error = client.run(case)
        _now, _seed = 0.0, ""
        report = {"signed": len(_signed), "nonces": len(set(_signed)), "status": status, "error": told(error)}
        # What the client says of the call in words of its own.
        say({"case": case["case"], **report, **({"told": client.told} if client.told else {})})


try:
    import x402.clients  # noqa: F401

    VERSION_1 = True
except ImportError:
    VERSION_1 = False

if __name__ == "__main__":
    main()
