/** The colors of one picture. */
export interface Palette {
  skyTop: string
  skyBottom: string
  /** The sun, the moon, lit windows. */
  light: string
  /** From the far distance to the foreground. */
  layers: readonly [string, string, string, string]
  accents: readonly [string, string, string, string]
}

/** One for each time of day and year. */
export const palettes: readonly Palette[] = [
  {
    skyTop: '#f4a774',
    skyBottom: '#fdeed6',
    light: '#fff6de',
    layers: ['#e08d6d', '#b3566c', '#6d3b66', '#2f2546'],
    accents: ['#f2c14e', '#f7814d', '#5fad9b', '#fbf3e4'],
  },
  {
    skyTop: '#6fbbe3',
    skyBottom: '#e9f5f0',
    light: '#fffbe3',
    layers: ['#93bd98', '#5f8d69', '#3a614c', '#1e3a33'],
    accents: ['#e4572e', '#f3b61f', '#fdf7ea', '#2e86ab'],
  },
  {
    skyTop: '#3a3970',
    skyBottom: '#f29a70',
    light: '#ffdca6',
    layers: ['#7c507b', '#573b6b', '#372b54', '#1b1a39'],
    accents: ['#ffb35c', '#ef6f6c', '#8ec6c5', '#f8ecd9'],
  },
  {
    skyTop: '#bccbdd',
    skyBottom: '#f5f7fb',
    light: '#ffffff',
    layers: ['#a8bcd2', '#7e9ab8', '#55718f', '#2d455f'],
    accents: ['#c8443f', '#f0e6d2', '#48639c', '#e3b23c'],
  },
  {
    skyTop: '#f0c987',
    skyBottom: '#fdf2dd',
    light: '#fff3cd',
    layers: ['#d9904c', '#b66330', '#804027', '#46231b'],
    accents: ['#7d8c3c', '#c73e1d', '#f4d58d', '#3e6c62'],
  },
  {
    skyTop: '#a9dcda',
    skyBottom: '#f5f9ef',
    light: '#fff8df',
    layers: ['#62b2b8', '#3b8fa1', '#23667f', '#113e59'],
    accents: ['#ff7f51', '#ffd166', '#f9f5ec', '#ce4257'],
  },
  {
    skyTop: '#0d1737',
    skyBottom: '#45558a',
    light: '#f6edc8',
    layers: ['#323f6e', '#232e57', '#171f40', '#0a0f26'],
    accents: ['#f6bd60', '#f28482', '#84a59d', '#f5ebe0'],
  },
  {
    skyTop: '#f2aca6',
    skyBottom: '#fdebe2',
    light: '#fff4e5',
    layers: ['#da858d', '#a95b76', '#6f3c5e', '#3a2340'],
    accents: ['#6a994e', '#f2e8cf', '#bc4749', '#f4a259'],
  },
]
