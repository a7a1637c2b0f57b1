import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Remaining distance in pixels at which more items are loaded. */
const threshold = 100
/** Milliseconds between two checks of the position while scrolling. */
const checkEvery = 150

export interface InfiniteScrollOptions {
  /** Whether more items exist and no load is in progress. */
  canLoad: boolean
  /** The number of loaded items. The position is checked again after each load, because the items may not fill the list. */
  count: number
  onLoadMore: () => void
}

/** Loads more items shortly before the end of a scrolling element comes into view. */
export function useInfiniteScroll(
  scroller: RefObject<HTMLElement | null>,
  { canLoad, count, onLoadMore }: InfiniteScrollOptions,
): void {
  const check = useEffectEvent(() => {
    if (scroller.current === null || !canLoad) return
    const { scrollHeight, scrollTop, clientHeight } = scroller.current
    if (scrollHeight - scrollTop - clientHeight <= threshold) onLoadMore()
  })

  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        check()
      }, checkEvery)
    }
    box.addEventListener('scroll', checkSoon, { passive: true })
    const resized = new ResizeObserver(checkSoon)
    resized.observe(box)
    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', checkSoon)
      resized.disconnect()
    }
  }, [scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list is what calls for another look
  useEffect(() => check(), [canLoad, count])
}
