import './main.css'
import { ThemeProvider, ToastProvider } from '@coffer/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { askForCollections } from './queries/collections.ts'
import { whenAnswered } from './queries/whenAnswered.ts'
import { createDashboardRouter } from './router.tsx'
import { hasInstallerFlag, isSignedIn } from './shell/session.ts'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, retryOnMount: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})
const router = createDashboardRouter(queryClient)
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

/** Milliseconds for which a screen that is ready waits for its content, before it says that it is loading. */
const longestWait = 150

// Over a slow line the answer takes longer than what else there is to do before it is needed.
if (isSignedIn() && !hasInstallerFlag()) askForCollections(queryClient)

const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )

// Drawn once, as what the address leads to: not empty before its screen has come, nor without what is about to be answered.
void router
  .load()
  .then(() => whenAnswered(queryClient, longestWait))
  .finally(draw)
