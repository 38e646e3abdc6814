import { completeSettings } from '../../src/settings/settings.ts'

/** The settings of a server on a free port. A test replaces some: `{ ...testSettings, signUp: 'invitation' }`. */
export const testSettings = completeSettings({
  port: '0',
  supportEmail: 'help@photofeed.example',
})
