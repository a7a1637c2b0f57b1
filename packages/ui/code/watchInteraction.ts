/**
 * Watches for interactions that replacing an input would interrupt: IME composition and selecting with the pointer.
 * @returns a function that waits until no such interaction is in progress
 */
export function watchInteraction(input: HTMLElement, signal: AbortSignal): () => Promise<void> {
  let isComposing = false
  let isPressed = false
  let wake = () => {}
  const listen = (target: EventTarget, types: string[], note: () => void) => {
    const listener = () => {
      note()
      wake()
    }
    for (const type of types) target.addEventListener(type, listener, { signal })
  }
  listen(input, ['compositionstart'], () => {
    isComposing = true
  })
  listen(input, ['compositionend'], () => {
    isComposing = false
  })
  listen(input, ['pointerdown'], () => {
    isPressed = true
  })
  listen(document, ['pointerup', 'pointercancel', 'dragend'], () => {
    isPressed = false
  })

  return async () => {
    while ((isComposing || isPressed) && !signal.aborted) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
      // The input is updated only after the compositionend event.
      await new Promise(resolve => setTimeout(resolve))
    }
  }
}
