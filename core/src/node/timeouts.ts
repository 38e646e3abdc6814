const seconds = 1000

/** All times of connections, in milliseconds. None is a default of the runtime or of a library, which changes with its version. */
export const timeouts = {
  /** Of requests to our servers, by the names of node:http. */
  server: {
    headersTimeout: 10 * seconds,
    requestTimeout: 30 * seconds,
    connectionsCheckingInterval: 2 * seconds,
    // Longer than proxies keep theirs: one that reuses a connection while it closes responds with 502.
    keepAliveTimeout: 72 * seconds,
    /** Without a byte in either direction. */
    idle: 60 * seconds,
  },
  /** Of our requests to others. */
  client: {
    connect: 10 * seconds,
    /** For each address of a host, before the next one is tried. */
    connectToAddress: 2.5 * seconds,
    /** For the head of a response, and for each part of its body. Callers whose requests are urgent have shorter limits. */
    part: 30 * seconds,
    /** How long an idle connection stays open. */
    keepAlive: 4 * seconds,
  },
  mail: {
    connect: 10 * seconds,
    greeting: 30 * seconds,
    /** Servers delay what they suspect, and scan messages before they respond (RFC 5321, 4.5.3.2). */
    socketIdle: 120 * seconds,
    /** From connecting to the last response: a server that sends a byte now and then must not block the mailer. */
    message: 600 * seconds,
    /** For a message that is being sent when the server stops. */
    stop: 10 * seconds,
  },
}
