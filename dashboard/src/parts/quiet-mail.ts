/**
 * Elements for which a browser opens connections although a policy forbids what they load: Chromium connects to the server of
 * a frame before it asks the policy. A mail program shows none of them. Templates go too, because a page can turn one into a
 * shadow tree, which no selector finds.
 */
const CALLING =
  'iframe, frame, frameset, fencedframe, portal, object, embed, link, script, template, base, meta[http-equiv]';

/** What shows an image of another server, if the policy allows it. */
const WITH_IMAGE =
  'img[src^="http" i], [srcset], [background], [poster], input[src], image, [style*="url(" i]';

/** Maximum number of rounds. Each removes what the round before has turned into an element. */
const ROUNDS = 10;

/** The HTML of an e-mail without what calls a server. `hasImages`: it names images of other servers. */
export interface QuietMail {
  html: string;
  hasImages: boolean;
}

/**
 * Removes from an e-mail what calls a server without being an image. The result is read again until nothing is left, because
 * text can become an element when HTML is written and read.
 */
export function quietMail(mail: string): QuietMail {
  let html = mail;
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const calling = page.querySelectorAll(CALLING);
    if (round > 0 && calling.length === 0) return { html, hasImages: hasImages(page) };
    for (const element of calling) element.remove();
    // Links open in a new tab, which the frame may not open.
    for (const link of page.querySelectorAll('[target]')) link.removeAttribute('target');
    html = page.documentElement.outerHTML;
  }
  return { html: '', hasImages: false };
}

const hasImages = (page: Document): boolean =>
  page.querySelector(WITH_IMAGE) !== null ||
  [...page.querySelectorAll('style')].some(({ textContent }) => /url\(/i.test(textContent));
