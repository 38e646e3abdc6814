export const { FEED_URL: baseUrl = '', FEED_KEY: apiKey = '' } = process.env
if (!baseUrl || !apiKey) throw new Error('Set FEED_URL and FEED_KEY.')
