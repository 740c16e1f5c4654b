//! Drives x402-reqwest as its own documentation does: one case a line on standard input, one report a line on standard output.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use alloy_primitives::{Address, FixedBytes, Signature, U256};
use alloy_signer_local::PrivateKeySigner;
use reqwest::header::{HeaderName, HeaderValue};
use reqwest_middleware::{ClientWithMiddleware, Middleware, Next};
use serde_json::{Value, json};
use x402_chain_eip155::v1_eip155_exact::client::SignerLike;
use x402_chain_eip155::{V1Eip155ExactClient, V2Eip155ExactClient};
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};
use x402_types::scheme::client::MaxAmount;

/// Unix seconds at which the clock of this process stands; 0: as the machine's.
static NOW: AtomicI64 = AtomicI64::new(0);

/// Stands in for the C library's: the standard library asks it for the time of day.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: libc::clockid_t, out: *mut libc::timespec) -> libc::c_int {
    let code = unsafe { libc::syscall(libc::SYS_clock_gettime, clock as libc::c_long, out) };
    let now = NOW.load(Ordering::Relaxed);
    if clock == libc::CLOCK_REALTIME && now != 0 {
        unsafe {
            (*out).tv_sec = now;
            (*out).tv_nsec = 0;
        }
    }
    code as libc::c_int
}

/// The buyer's key, with what it signed.
struct Counting {
    key: PrivateKeySigner,
    signed: Arc<Mutex<Vec<FixedBytes<32>>>>,
}

#[async_trait::async_trait]
impl SignerLike for Counting {
    fn address(&self) -> Address {
        self.key.address()
    }
    async fn sign_hash(&self, hash: &FixedBytes<32>) -> Result<Signature, alloy_signer::Error> {
        self.signed.lock().unwrap().push(*hash);
        alloy_signer::Signer::sign_hash(&self.key, hash).await
    }
}

/// What a caller keeps who may have to call again: the header of the payment, read below the payment client.
#[derive(Clone, Default)]
struct Keeping(Arc<Mutex<Option<(HeaderName, HeaderValue)>>>);

#[async_trait::async_trait]
impl Middleware for Keeping {
    async fn handle(
        &self,
        request: reqwest::Request,
        extensions: &mut http::Extensions,
        next: Next<'_>,
    ) -> reqwest_middleware::Result<reqwest::Response> {
        for name in ["payment-signature", "x-payment"].map(HeaderName::from_static) {
            if let Some(value) = request.headers().get(&name) {
                *self.0.lock().unwrap() = Some((name, value.clone()));
            }
        }
        next.run(request, extensions).await
    }
}

type Seen = (Option<u16>, Option<(String, String)>);

/// The name of an error and everything that caused it.
fn told(error: &(dyn std::error::Error + 'static), name: &str) -> (String, String) {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    (name.to_string(), text)
}

async fn attempt(client: &ClientWithMiddleware, case: &Value) -> Seen {
    attempt_with(client, case, None).await
}

async fn attempt_with(client: &ClientWithMiddleware, case: &Value, kept: Option<(HeaderName, HeaderValue)>) -> Seen {
    let ask = &case["ask"];
    let method = match ask["method"].as_str() {
        Some("POST") => reqwest::Method::POST,
        Some("HEAD") => reqwest::Method::HEAD,
        _ => reqwest::Method::GET,
    };
    let mut request = client.request(method, case["url"].as_str().unwrap());
    let body = case["body"].as_str().unwrap().to_string();
    match ask["body"].as_str() {
        Some("json") => request = request.header("content-type", "application/json").body(body),
        Some("stream") => {
            // Read while it is sent, and not a second time.
            let once = futures_util::stream::iter([Ok::<_, std::io::Error>(body)]);
            request = request.header("content-type", "application/json").body(reqwest::Body::wrap_stream(once));
        }
        _ => {}
    }
    if let Some((name, value)) = kept {
        request = request.header(name, value);
    }
    match request.send().await {
        Err(error) => (None, Some(told(&error, "reqwest_middleware::Error"))),
        Ok(response) => {
            let status = response.status().as_u16();
            match response.bytes().await {
                Ok(_) => (Some(status), None),
                Err(error) => (Some(status), Some(told(&error, "reqwest::Error"))),
            }
        }
    }
}

async fn run(case: &Value) -> Value {
    NOW.store(case["now"].as_f64().unwrap() as i64, Ordering::Relaxed);
    let signed = Arc::new(Mutex::new(Vec::new()));
    let signer = || {
        Arc::new(Counting {
            key: case["key"].as_str().unwrap().parse().unwrap(),
            signed: signed.clone(),
        })
    };
    let plain = X402Client::new()
        .register(V1Eip155ExactClient::new(signer()))
        .register(V2Eip155ExactClient::new(signer()));
    let http = reqwest::Client::new();
    let unpaid = ClientWithMiddleware::from(http.clone());
    let kept = Keeping::default();
    let builder = match case["ask"]["cap"].as_str() {
        Some(cap) => {
            let cap: U256 = cap.parse().unwrap();
            http.with_payments(plain.with_selector(MaxAmount(cap))).builder()
        }
        None => http.with_payments(plain).builder(),
    };
    let client = builder.with(kept.clone()).build();
    let (status, error) = match case["ask"]["calls"].as_str() {
        Some("together") => {
            let (first, second) = tokio::join!(attempt(&client, case), attempt(&client, case));
            if first.1.is_some() { first } else { second }
        }
        Some("again") => {
            let first = attempt(&client, case).await;
            if first.1.is_none() && first.0.unwrap_or(500) < 500 {
                first
            } else if case["ask"]["resend"].as_bool() == Some(true) {
                let header = kept.0.lock().unwrap().clone();
                attempt_with(&unpaid, case, header).await
            } else {
                attempt(&client, case).await
            }
        }
        _ => attempt(&client, case).await,
    };
    let signed = signed.lock().unwrap().clone();
    let distinct: std::collections::HashSet<_> = signed.iter().collect();
    json!({
        "case": case["case"],
        "signed": signed.len(),
        "nonces": distinct.len(),
        "status": status,
        "error": error.map(|(name, message)| json!({ "name": name, "message": message })),
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let version = option_env!("RUSTC_VERSION").unwrap_or("edition 2024");
    println!("{}", json!({ "ready": true, "runtime": { "name": "rust", "version": version } }));
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        println!("{}", run(&case).await);
        std::io::stdout().flush().unwrap();
    }
}
