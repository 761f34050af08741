import { Tooltip } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { exactTime } from './time';

const TIME = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** A sentence of the API, with its times in the reader's zone. The tooltip has each as the API says it. */
export const TextWithTimes = ({ children }: { children: string }): ReactNode =>
  children.split(TIME).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <Tooltip key={index} label={part}>
        <time dateTime={part}>{exactTime(part)}</time>
      </Tooltip>
    ),
  );
