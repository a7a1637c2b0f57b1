/** Whether an event was caused by the keyboard: a key event, or a click that a key press triggered. */
export const isByKey = (event: Event): boolean =>
  event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0)
