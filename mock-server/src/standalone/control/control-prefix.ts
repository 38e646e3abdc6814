/** Where the control page and its API are. */
export const controlPrefix = '/__mock'
/** The script that adds the panel to a page, and the frame that it adds. */
export const embedPath = `${controlPrefix}/panel.js`
export const framePath = `${controlPrefix}/frame`
