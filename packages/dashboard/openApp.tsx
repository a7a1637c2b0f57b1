import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './queries/cache/queryClient.ts'
import { whenQueriesSettle } from './queries/cache/whenQueriesSettle.ts'
import { renderPage } from './renderPage.tsx'
import { createDashboardRouter } from './router.tsx'

/** How long a loaded screen waits for its data before it is shown with loading indicators. */
const maxDataWaitMs = 150

/** Opens the complete dashboard at the current address. */
export async function openApp(): Promise<void> {
  const router = createDashboardRouter(queryClient)
  // The router handles address changes only once it is rendered.
  router.history.subscribe(change => {
    if (router.history.subscribers.size === 1) void router.load(change)
  })
  const draw = () =>
    renderPage(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  // The first render waits for the screen's code and briefly for its data, so that the page is not empty at first.
  await router
    .load()
    .then(() => whenQueriesSettle(queryClient, maxDataWaitMs))
    .finally(draw)
}
