/** The key can only read, so a page may contain it. */
export const environment = {
  baseUrl: 'http://127.0.0.1:4500',
  apiKey: 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8',
}
