/** Whether an event comes from the keyboard: a key, or the click of a button that was pressed by one. */
export const isByKey = (event: Event): boolean =>
  event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0)
