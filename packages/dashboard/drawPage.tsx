import './main.css'
import { ThemeProvider, ToastProvider } from '@coffer/ui'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
const root = createRoot(element)

/** Shows something in place of what the page has shown so far; theme and toasts stay. */
export function drawPage(content: ReactNode): void {
  root.render(
    <StrictMode>
      <ThemeProvider>
        <ToastProvider>{content}</ToastProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
