import './main.css'
import { ThemeProvider, ToastProvider } from '@coffer/ui'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
const root = createRoot(element)

/** Renders the page, replacing its previous content. Theme and toasts are preserved. */
export function renderPage(content: ReactNode): void {
  root.render(
    <StrictMode>
      <ThemeProvider>
        <ToastProvider>{content}</ToastProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
