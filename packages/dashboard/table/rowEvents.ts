/** The id of the row that something in it happened to. */
export function rowIdOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset.id : undefined
}

/** Links, chips and checkboxes in a row have their own meaning. */
export function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null
}

export function isSelectingText(body: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && selection.toString() !== '' && body.contains(selection.anchorNode)
}
