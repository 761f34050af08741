/** Says how many contacts there are. */
export function sizeText(count: number, isExact: boolean): string {
  const counted = `${isExact ? '' : 'about '}${count.toLocaleString('en')}`;
  return count === 1 ? `${counted} contact` : `${counted} contacts`;
}
