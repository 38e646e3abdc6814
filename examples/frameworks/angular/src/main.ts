import { bootstrapApplication } from '@angular/platform-browser'
import { App } from './app/app'

void bootstrapApplication(App)
