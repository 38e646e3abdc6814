/** Where the control page and its API are. */
export const controlPrefix = '/__mock'
