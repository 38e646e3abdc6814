export const { PHOTOFEED_URL: baseUrl = '', PHOTOFEED_KEY: apiKey = '' } = process.env
if (!baseUrl || !apiKey) throw new Error('Set PHOTOFEED_URL and PHOTOFEED_KEY.')
