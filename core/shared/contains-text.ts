/**
 * Whether a text has a part, as `includes` says, in a time that grows with their lengths added: 1 MB takes a few
 * milliseconds whatever is in it. Of `includes` it may grow with their product (Knuth, Morris and Pratt's algorithm).
 */
export function containsText(text: string, part: string): boolean {
  const wanted = Uint16Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
  const goBack = lengthsToGoBackTo(wanted);
  let matched = 0;
  for (let at = 0; at < text.length && matched < wanted.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted[matched] !== code) matched = goBack[matched - 1]!;
    if (wanted[matched] === code) matched += 1;
  }
  return matched === wanted.length;
}

/** For each beginning of the part the longest shorter one that it ends with: as much of a match is left when it fails. */
function lengthsToGoBackTo(wanted: Uint16Array): Uint32Array {
  const lengths = new Uint32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = lengths[matched - 1]!;
    if (wanted[at] === wanted[matched]) matched += 1;
    lengths[at] = matched;
  }
  return lengths;
}
