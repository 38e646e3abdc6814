// Loaded into a program with --import, it writes each host that the program connects to into CONTACTED_HOSTS.
import { appendFileSync } from 'node:fs'
import { Socket, type TcpSocketConnectOpts } from 'node:net'

const file = process.env.CONTACTED_HOSTS ?? ''
const { connect } = Socket.prototype

Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  // `net.connect` hands its arguments on as one array.
  const [options] = args.flat() as [TcpSocketConnectOpts]
  appendFileSync(file, `${options.host}:${options.port}\n`)
  return Reflect.apply(connect, this, args)
}
