import { type Check, ok, warning } from './finding.ts'

export const checkMail: Check = async ({ settings }) => {
  const { smtpUrl, mailFrom, supportEmail, platformClientId } = settings
  if (!smtpUrl) {
    return platformClientId
      ? [
          warning(
            'No mail server is set, so owners are not told of broken connections and cannot reset a password. Set PHOTOFEED_SMTP_URL.',
          ),
        ]
      : [ok('No mail server is set, and there is nobody to write to.')]
  }
  const { createSmtpMailer } = await import('../../mail/smtp-mailer.ts')
  await createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail }).check()
  return [ok('The mail server answers and takes the login.')]
}
