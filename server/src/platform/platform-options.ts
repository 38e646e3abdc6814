import { parseUrl, required, setting } from '../setting-parsers.ts'
import { platformHosts } from './platform-client.ts'

/** The app on the photo platform, and where the platform is. */
export const platformOptions = {
  platformClientId: setting(
    '--platform-client-id <id>',
    "this service's app on the photo platform; without it nothing is connected or refreshed",
  ),
  platformClientSecret: setting(
    '--platform-client-secret <text>',
    "the app's secret (set it in the environment: command lines are visible)",
  ),
  platformAuthorizeUrl: setting(
    '--platform-authorize-url <url>',
    'where the browser of an owner is sent to allow access',
  )
    .default(platformHosts.authorize)
    .argParser(parseUrl),
  platformTokenUrl: setting('--platform-token-url <url>', 'where a code becomes a token')
    .default(platformHosts.token)
    .argParser(parseUrl),
  platformGraphUrl: setting('--platform-graph-url <url>', "the platform's other responses")
    .default(platformHosts.graph)
    .argParser(parseUrl),
  platformVersion: setting(
    '--platform-version <version>',
    'the version of the platform for profiles and posts, like v25.0; by default that of the app, which the platform changes',
  ).argParser(
    required(
      (text) => (/^v\d{1,3}\.\d$/.test(text) ? text : null),
      'It must be a version like v25.0.',
    ),
  ),
  platformComments: setting(
    '--platform-comments',
    'request the permission to read comments, which the platform must have approved for the app; without it posts have no comments. In the environment, true or false',
  ).default(false),
}
