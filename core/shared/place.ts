/** A position in a list that is ordered by time and id: the last item of a page. */
export interface Place {
  at: Date;
  id: string;
}
