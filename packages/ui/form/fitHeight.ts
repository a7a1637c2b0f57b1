/** Makes an area as high as its text; a `max-height` of its style still holds. */
export function fitHeight(area: HTMLTextAreaElement): void {
  const scrollTop = area.scrollTop
  area.style.height = 'auto'
  const borders = area.offsetHeight - area.clientHeight
  area.style.height = `${area.scrollHeight + borders}px`
  area.scrollTop = scrollTop
}
