//! Connections and their places. A place is held until the socket is closed, whatever the connection has become. Where no
//! place is left, the connection that has stood still longest is closed, of the address that has most of them: those
//! who hold places and do nothing cannot keep others out. Where none stands still, the oldest that has not become a visit is closed: a byte
//! now and then is no reason to keep a place. Who comes from an address that has as many as it may, all in use just now, waits for a moment
//! without holding up others; where many wait, the latest do.

use super::Limits;
use socket2::SockRef;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, IoSlice};
use std::net::{IpAddr, Ipv6Addr, Shutdown, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep, sleep, timeout};

/// A connection that has stood still for so long may be closed in favour of another.
const STANDS_STILL: Duration = Duration::from_millis(250);
/// One that has been there for so long without becoming a visit may be closed where none stands still: a page is fetched by then, or is
/// asked for again.
const LONG_THERE: Duration = Duration::from_secs(1);
/// How often it is looked for one.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How many of crowded addresses may wait for a place, all addresses together.
const MOST_WAITING: usize = 16;
/// How long one of them may wait: by then each connection of its address that is no visit may be closed.
const WAITS: Duration = Duration::from_secs(2);

/// All open connections.
pub struct Connections {
    began: Instant,
    most: usize,
    most_per_address: usize,
    write_within: Duration,
    open: Mutex<Open>,
    freed: Notify,
    waiting: Mutex<VecDeque<AbortHandle>>,
}

/// What becomes of a newcomer.
pub enum Admission {
    /// It has a place.
    Place(Socket, Seating),
    /// Its address has as many places as it may, and none of them can be closed yet.
    Crowded(Newcomer),
    /// Its address has as many places as it may, and visitors sit in all of them.
    Refused,
}

/// A connection that has no place yet.
pub struct Newcomer {
    stream: Arc<TcpStream>,
    address: IpAddr,
}

#[derive(Default)]
struct Open {
    next: u64,
    all: BTreeMap<u64, Entry>,
}

struct Entry {
    stream: Weak<TcpStream>,
    state: Arc<State>,
    address: IpAddr,
}

impl Entry {
    fn is_visit(&self) -> bool {
        self.state.seated.load(Ordering::Relaxed)
    }
}

/// What a connection tells of itself.
#[derive(Default)]
struct State {
    /// When it came, in milliseconds since the beginning.
    came_ms: u64,
    /// When bytes went in or out last.
    moved_ms: AtomicU64,
    /// Whether a visitor sits there.
    seated: AtomicBool,
    /// Whether it was closed from here.
    cut: AtomicBool,
}

/// A visitor sits at the end of this connection: it keeps its place.
#[derive(Clone)]
pub struct Seating(Arc<State>);

impl Seating {
    pub fn sit(&self) {
        self.0.seated.store(true, Ordering::Relaxed);
    }
}

impl Connections {
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            began: Instant::now(),
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            write_within: limits.read_within,
            open: Mutex::default(),
            freed: Notify::new(),
            waiting: Mutex::default(),
        })
    }

    /// Gives a newcomer a place, as soon as there is one.
    pub async fn admit(self: &Arc<Self>, stream: TcpStream, from: SocketAddr) -> Admission {
        let newcomer = Newcomer { stream: Arc::new(stream), address: network(from.ip()) };
        loop {
            let freed = self.freed.notified();
            match self.place(&newcomer) {
                Taken::Place(number, state) => return self.placed(newcomer, number, state),
                Taken::Crowded => return Admission::Crowded(newcomer),
                Taken::Never => return Admission::Refused,
                Taken::Later => drop(timeout(LOOK_EVERY, freed).await),
            }
        }
    }

    /// Lets one of a crowded address wait for a place beside all others, and calls `welcome` when it has one. Where too many wait, the
    /// one that has waited longest is closed: who floods the lab waits before an honest newcomer.
    pub fn wait(
        self: &Arc<Self>,
        newcomer: Newcomer,
        welcome: impl FnOnce(Socket, Seating) + Send + 'static,
    ) {
        let connections = self.clone();
        let task = tokio::spawn(async move {
            let placed = timeout(WAITS, connections.place_in_time(newcomer)).await;
            if let Ok(Admission::Place(socket, seating)) = placed {
                welcome(socket, seating);
            }
        });
        let mut waiting = self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        waiting.retain(|task| !task.is_finished());
        if waiting.len() >= MOST_WAITING
            && let Some(longest) = waiting.pop_front()
        {
            longest.abort();
        }
        waiting.push_back(task.abort_handle());
    }

    async fn place_in_time(self: &Arc<Self>, newcomer: Newcomer) -> Admission {
        loop {
            let freed = self.freed.notified();
            match self.place(&newcomer) {
                Taken::Place(number, state) => return self.placed(newcomer, number, state),
                Taken::Never => return Admission::Refused,
                Taken::Crowded | Taken::Later => drop(timeout(LOOK_EVERY, freed).await),
            }
        }
    }

    fn placed(self: &Arc<Self>, newcomer: Newcomer, number: u64, state: Arc<State>) -> Admission {
        let place = Place { connections: self.clone(), number };
        let socket = Socket { stream: newcomer.stream, deadline: None, state: state.clone(), place };
        Admission::Place(socket, Seating(state))
    }

    fn place(&self, newcomer: &Newcomer) -> Taken {
        let address = newcomer.address;
        let mut open = self.open();
        let mut counts = BTreeMap::<IpAddr, usize>::new();
        for entry in open.all.values() {
            *counts.entry(entry.address).or_default() += 1;
        }
        if counts.get(&address).is_some_and(|own| *own >= self.most_per_address) {
            let own = |entry: &Entry| entry.address == address;
            let visits = open.all.values().filter(|entry| own(entry)).all(|entry| entry.is_visit());
            return match self.cut(&open, own) {
                true => Taken::Later,
                false if visits => Taken::Never,
                false => Taken::Crowded,
            };
        }
        if open.all.len() >= self.most {
            // Of the address that has most of those that can be closed; of the next where it has none.
            let mut addresses: Vec<_> = counts.into_iter().collect();
            addresses.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let _ = addresses.iter().any(|(most, _)| self.cut(&open, |entry| entry.address == *most));
            return Taken::Later;
        }
        let now_ms = self.now_ms();
        let state = Arc::new(State { came_ms: now_ms, moved_ms: now_ms.into(), ..State::default() });
        let number = open.next;
        open.next += 1;
        open.all.insert(
            number,
            Entry { stream: Arc::downgrade(&newcomer.stream), state: state.clone(), address },
        );
        Taken::Place(number, state)
    }

    /// Closes the one of these that has stood still longest, or else the oldest; whether one is being closed.
    fn cut(&self, open: &Open, among: impl Fn(&Entry) -> bool) -> bool {
        let candidates = || open.all.values().filter(|entry| among(entry));
        // One at a time: its place is free in a moment.
        if candidates().any(|entry| entry.state.cut.load(Ordering::Relaxed)) {
            return true;
        }
        let before = |long: Duration| self.now_ms().saturating_sub(long.as_millis() as u64);
        let moved = |entry: &&Entry| entry.state.moved_ms.load(Ordering::Relaxed);
        let came = |entry: &&Entry| entry.state.came_ms;
        let no_visits = || candidates().filter(|entry| !entry.is_visit());
        let still = no_visits().filter(|entry| moved(entry) <= before(STANDS_STILL)).min_by_key(moved);
        let oldest = || no_visits().filter(|entry| came(entry) <= before(LONG_THERE)).min_by_key(came);
        let Some(entry) = still.or_else(oldest) else { return false };
        entry.state.cut.store(true, Ordering::Relaxed);
        if let Some(stream) = entry.stream.upgrade() {
            let _ = SockRef::from(&*stream).shutdown(Shutdown::Both);
        }
        true
    }

    fn now_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

enum Taken {
    Place(u64, Arc<State>),
    /// One is being closed.
    Later,
    /// None of its address can be closed yet.
    Crowded,
    /// None of its address can be closed.
    Never,
}

/// What counts as one address: of IPv6 the network, because one machine has as many addresses there as it likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        four => four,
    }
}

/// The place of a connection; free again when this goes.
struct Place {
    connections: Arc<Connections>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().all.remove(&self.number);
        self.connections.freed.notify_one();
    }
}

/// A connection with its place. A write that the other side does not take in time ends it.
pub struct Socket {
    /// Stands before the place, so that the socket is closed when the place is free.
    stream: Arc<TcpStream>,
    deadline: Option<Pin<Box<Sleep>>>,
    state: Arc<State>,
    place: Place,
}

impl Socket {
    fn moved(&mut self) {
        self.deadline = None;
        self.state.moved_ms.store(self.place.connections.now_ms(), Ordering::Relaxed);
    }

    fn poll_written(
        &mut self,
        context: &mut Context<'_>,
        mut write: impl FnMut(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(context) {
            ready?;
            match write(&self.stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(count) => {
                    self.moved();
                    return Poll::Ready(Ok(count));
                }
            }
        }
        let within = self.place.connections.write_within;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(within)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(count) => {
                    buffer.advance(count);
                    let now = self.place.connections.now_ms();
                    self.state.moved_ms.store(now, Ordering::Relaxed);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_written(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_written(context, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A socket that the other side has closed already is shut.
        let _ = SockRef::from(&*self.stream).shutdown(Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_counts_as_one_address() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(
            same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9") && !same("2001:db8:1:2::1", "2001:db8:1:3::1")
        );
        assert!(same("::ffff:192.0.2.1", "192.0.2.1") && !same("192.0.2.1", "192.0.2.2"));
    }
}
