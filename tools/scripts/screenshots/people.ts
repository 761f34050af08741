/** Recipients of the sample data. Their addresses belong to nobody (RFC 2606). */
export const PEOPLE = [
  ['Ada Lovelace', 'ada@example.org'],
  ['Grace Hopper', 'grace@example.org'],
  ['Katherine Johnson', 'katherine@example.com'],
  ['Alan Turing', 'alan@example.net'],
  ['Hedy Lamarr', 'hedy@example.org'],
  ['Mary Jackson', 'mary@example.com'],
  ['Edsger Dijkstra', 'edsger@example.net'],
  ['Radia Perlman', 'radia@example.org'],
  ['Barbara Liskov', 'barbara@example.com'],
  ['Tim Berners-Lee', 'tim@example.net'],
  ['Annie Easley', 'annie@example.org'],
  ['Claude Shannon', 'claude@example.com'],
] as const;
