const FONT = 'color font-family font-size font-style font-weight';
const LINK = 'href name rel target title';
const ICON =
  'icon-align icon-height icon-position icon-unwrapped-alt icon-unwrapped-url icon-width icon-wrapped-alt icon-wrapped-url';
const SECTION = `background-color background-position background-position-x background-position-y background-repeat background-size
  background-url border* border-radius direction full-width gutter padding* text-align text-padding`;
const SOCIAL = `align border border-radius ${FONT} icon-height icon-padding icon-size line-height padding* text-decoration text-padding
  vertical-align`;

/**
 * The attributes of MJML's elements, of versions 4 and 5 (https://documentation.mjml.io/#components). `padding*` has one for
 * each side too. Elements that take any attributes are not here.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  'mj-accordion': `border container-background-color font-family ${ICON} padding*`,
  'mj-accordion-element': `background-color border font-family ${ICON}`,
  'mj-accordion-text': `background-color ${FONT} letter-spacing line-height padding*`,
  'mj-accordion-title': `background-color ${FONT} padding*`,
  'mj-attributes': '',
  'mj-body': 'background-color id width',
  'mj-breakpoint': 'width',
  'mj-button': `align background-color border* border-radius container-background-color ${FONT} height ${LINK} inner-padding*
    letter-spacing line-height padding* text-align text-decoration text-transform vertical-align width`,
  'mj-carousel': `align border-radius container-background-color icon-width left-icon padding* right-icon tb-border
    tb-border-radius tb-hover-border-color tb-selected-border-color tb-width thumbnails`,
  'mj-carousel-image': `alt border-radius ${LINK} src tb-border tb-border-radius thumbnails-src`,
  'mj-column': `background-color border* border-radius direction inner-background-color inner-border* inner-border-radius
    padding* vertical-align width`,
  'mj-divider': 'align border-color border-style border-width container-background-color padding* width',
  'mj-font': 'href name',
  'mj-group': 'background-color direction vertical-align width',
  'mj-head': '',
  'mj-hero': `background-color background-height background-position background-url background-width border-radius
    container-background-color height inner-background-color inner-padding* mode padding* vertical-align`,
  'mj-html-attributes': '',
  'mj-image': `align alt border* border-radius container-background-color fluid-on-mobile font-size height ${LINK} max-height
    padding* sizes src srcset usemap width`,
  'mj-navbar': `align base-url hamburger ico-align ico-close ico-color ico-font-family ico-font-size ico-line-height ico-open
    ico-padding* ico-text-decoration ico-text-transform padding*`,
  'mj-navbar-link': `${FONT} ${LINK} letter-spacing line-height padding* text-decoration text-transform`,
  'mj-preview': '',
  'mj-raw': 'position',
  'mj-section': SECTION,
  'mj-social': `container-background-color inner-padding mode table-layout ${SOCIAL}`,
  'mj-social-element': `alt background-color icon-position ${LINK} sizes src srcset ${SOCIAL}`,
  'mj-spacer': 'border* container-background-color height padding*',
  'mj-style': 'inline',
  'mj-table': `align border cellpadding cellspacing container-background-color ${FONT} line-height padding* role table-layout
    vertical-align width`,
  'mj-text': `align background-color container-background-color ${FONT} height letter-spacing line-height padding*
    text-decoration text-transform vertical-align`,
  'mj-title': '',
  'mj-wrapper': `gap ${SECTION}`,
};

/** What every element takes. */
const GLOBAL = ['css-class', 'mj-class'];
const SIDES = ['', '-top', '-right', '-bottom', '-left'];

/** The attributes by element. */
export const MJML_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(ATTRIBUTES).map(([element, names]) => [
    element,
    [
      ...GLOBAL,
      ...names
        .split(/\s+/)
        .filter((name) => name !== '')
        .flatMap((name) => (name.endsWith('*') ? SIDES.map((side) => name.slice(0, -1) + side) : [name])),
    ],
  ]),
);
