/**
 * Watches for what the replacement of an input would break off: a word that is being composed, a selection that is being drawn.
 * @returns waits until nothing of the kind goes on
 */
export function watchRest(input: HTMLElement, signal: AbortSignal): () => Promise<void> {
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
      // The input takes in a composed word only after its end was told.
      await new Promise(resolve => setTimeout(resolve))
    }
  }
}
