//! Visitors who measure: how many frames a second each of many gets.

use super::attackers::Attack;
use super::{Lab, Limits, open};
use crate::Library;
use crate::messages::bytes;
use futures_util::StreamExt as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// What one visitor saw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Frames per second.
    pub frames_hz: f64,
    /// Ticks of the simulation per second.
    pub ticks_hz: f64,
    /// Bytes per second.
    pub bytes_per_s: f64,
}

/// Opens a lab on this machine and lets so many visitors watch its first scenario for so long, beside so many who mean no good:
/// each of these does one kind of harm, again and again.
pub fn measure(
    library: Arc<Library>,
    visitors: usize,
    attackers: usize,
    seconds: f64,
) -> io::Result<Vec<Seen>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = open_here(library, visitors + attackers).await?;
        let mut attacks = tokio::task::JoinSet::new();
        for attack in Attack::ALL.into_iter().cycle().take(attackers) {
            attacks.spawn(async move {
                loop {
                    attack.carry_out(address).await;
                }
            });
        }
        let visits: Vec<_> = (0..visitors).map(|_| tokio::spawn(watch(address, seconds))).collect();
        let mut seen = Vec::new();
        for visit in visits {
            seen.push(visit.await.map_err(io::Error::other)??);
        }
        Ok(seen)
    })
}

/// Opens a lab on this machine, at any port that is free, with so many places.
pub(super) async fn open_here(library: Arc<Library>, visitors: usize) -> io::Result<SocketAddr> {
    let listener = open(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), None, &[]).map_err(io::Error::other)?;
    let address = listener.local_addr()?;
    let limits = Limits { visitors, ..Limits::default() };
    tokio::spawn(Lab { library, limits, token: None, hosts: Vec::new() }.serve(listener));
    Ok(address)
}

#[allow(clippy::disallowed_methods, reason = "this measures the clock's time, and decides nothing")]
async fn watch(address: SocketAddr, seconds: f64) -> io::Result<Seen> {
    let (mut socket, _) = connect_async(format!("ws://{address}/session")).await.map_err(io::Error::other)?;
    let mut first: Option<(Instant, u32)> = None;
    let (mut frames, mut volume, mut last) = (0u32, 0usize, (Instant::now(), 0));
    let mut until = Instant::now() + Duration::from_secs(60);
    while let Ok(Some(message)) = timeout_at(until, socket.next()).await {
        let message = message.map_err(io::Error::other)?;
        let Message::Binary(message) = message else { continue };
        let (frame, _) = bytes::unpack(&message).map_err(io::Error::other)?;
        last = (Instant::now(), frame.tick);
        match first {
            // Everybody is let in before anybody measures.
            None if frame.tick >= 15 => {
                first = Some(last);
                until = last.0 + Duration::from_secs_f64(seconds);
            }
            None => {}
            Some(_) => {
                frames += 1;
                volume += message.len();
            }
        }
    }
    let (begun, tick) = first.ok_or_else(|| io::Error::other("nothing moved for a minute"))?;
    let took = (last.0 - begun).as_secs_f64().max(1e-9);
    Ok(Seen {
        frames_hz: f64::from(frames) / took,
        ticks_hz: f64::from(last.1.saturating_sub(tick)) / took,
        bytes_per_s: volume as f64 / took,
    })
}
