/** Sets the height of a text area to that of its text. A CSS `max-height` still applies. */
export function fitHeight(area: HTMLTextAreaElement): void {
  const scrollTop = area.scrollTop
  area.style.height = 'auto'
  const borders = area.offsetHeight - area.clientHeight
  area.style.height = `${area.scrollHeight + borders}px`
  area.scrollTop = scrollTop
}
