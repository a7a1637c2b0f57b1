import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Pixels left below what is seen at which more is asked for. */
const threshold = 100
/** Milliseconds between two looks at where a moving list stands. */
const checkEvery = 150

export interface InfiniteScrollOptions {
  /** Nothing is under way, and there is more. */
  canLoad: boolean
  /** How many items the list holds: after each load it is looked at again, because they may not fill it. */
  count: number
  onLoadMore: () => void
}

/** Asks for more items shortly before the end of a scrolled element comes into view. */
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
