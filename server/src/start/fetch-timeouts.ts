import { timeouts } from '@photofeed/core/node'
import { Agent, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'

/** Lets `fetch` use our times, also through the proxy of NODE_USE_ENV_PROXY, which Node reads as well. */
export function setFetchTimeouts(usesProxy = process.env.NODE_USE_ENV_PROXY === '1'): void {
  const { connect, connectToAddress, part, keepAlive } = timeouts.client
  const options = {
    connect: { timeout: connect, autoSelectFamilyAttemptTimeout: connectToAddress },
    ...{ headersTimeout: part, bodyTimeout: part, keepAliveTimeout: keepAlive },
  }
  setGlobalDispatcher(usesProxy ? new EnvHttpProxyAgent(options) : new Agent(options))
}
