/** Returns the id of the row that contains an event's target. */
export function rowIdOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset.id : undefined
}

/** Whether the target is in a link, button or input, which handles its own clicks. */
export function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null
}

export function isSelectingText(body: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && selection.toString() !== '' && body.contains(selection.anchorNode)
}
