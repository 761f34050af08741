import { useMemo } from 'react';

/** Nothing of the e-mail runs or sends: no script, no form, no other origin. Its links open nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src data:";

interface MailFrameProps {
  html: string;
  title: string;
  height?: number;
  /** Pixels. Absent: all that there is. */
  width?: number;
  dark?: boolean;
}

/** The HTML of an e-mail, in a frame that may do nothing. */
export function MailFrame({ html, title, height = 420, width, dark = false }: MailFrameProps) {
  const page = useMemo(() => {
    const scheme = dark ? 'dark' : 'light';
    // A meta element adds to the policy of this page, which a frame without an address has too.
    return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="${scheme}"><base target="_blank">${html}`;
  }, [html, dark]);
  return (
    <iframe
      className="frame"
      title={title}
      sandbox=""
      srcDoc={page}
      style={{
        height,
        ...(width !== undefined && { width, maxWidth: '100%' }),
        ...(dark && { background: '#1a1b1e' }),
      }}
    />
  );
}
