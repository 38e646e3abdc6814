/** The address of the service, and the key of an account of the mock. */
export const baseUrl = 'https://feed.example'
export const apiKey = 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8'
