import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { drawPage } from './drawPage.tsx'
import { queryClient } from './queries/cache/queryClient.ts'
import { whenAnswered } from './queries/cache/whenAnswered.ts'
import { createDashboardRouter } from './router.tsx'

/** Milliseconds for which a screen that is ready waits for its content, before it says that it is loading. */
const longestWait = 150

/** The whole dashboard, at the address of the page. */
export async function openApp(): Promise<void> {
  const router = createDashboardRouter(queryClient)
  // The router itself hears of another address only once it is drawn.
  router.history.subscribe(change => {
    if (router.history.subscribers.size === 1) void router.load(change)
  })
  const draw = () =>
    drawPage(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  // Drawn once, as what the address leads to: not empty before its screen has come, nor without what is about to be answered.
  await router
    .load()
    .then(() => whenAnswered(queryClient, longestWait))
    .finally(draw)
}
