import { render } from 'preact'
import { App } from './app'

render(<App />, document.querySelector('#app') as HTMLElement)
