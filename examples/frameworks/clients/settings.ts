export const { FEED_URL: baseUrl = '', FEED_KEY: apiKey = '' } = process.env
