import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Plus } from 'lucide';
import { staffOrderServices, type staffServices } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { StaffService } from '#contract/catalogue.schemas.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { servicesQuery } from '#staff/api/services-query.ts';
import { kindText, marksOf, priceText } from '#staff/services/service-texts.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/parts/row-table.css';
import './services.css';

type List = OutputOf<typeof staffServices>;

/** The price list, in its order, and what has left it. */
export function ServicesPage() {
  const query = useFreshQuery(servicesQuery);
  const navigate = useNavigate();
  // On phones, where the arrows would make each row twice as high.
  const [isOrdering, setIsOrdering] = useState(false);
  return (
    <StaffPage title="Services" freshness={query}>
      <div className="services @container/table">
        <div className="flex flex-wrap gap-3 items-center justify-between mb-4">
          <p className="grow basis-80 max-w-none text-muted text-grid">
            In the order of your price list. What was sold keeps its price, whatever you change here.
          </p>
          <TextButton
            className="act @table:hidden"
            aria-pressed={isOrdering}
            onClick={() => setIsOrdering(!isOrdering)}
          >
            {isOrdering ? 'Done' : 'Change the order'}
          </TextButton>
          <Button look="secondary" icon={<Icon of={Plus} />} onClick={() => void navigate('/services/new')}>
            New service
          </Button>
        </div>
        {query.data ? (
          <ServiceList list={query.data} isOrdering={isOrdering} />
        ) : (
          <QueryState of={query}>
            <SkeletonGroup
              label="Loading services"
              className="row-skeleton"
              rows={['h-14', 'h-14', 'h-14']}
            />
          </QueryState>
        )}
      </div>
    </StaffPage>
  );
}

function ServiceList({ list, isOrdering }: { list: List; isOrdering: boolean }) {
  const { order, move, moved, save } = useOrder(list.services);
  const navigate = useNavigate();
  if (order.length === 0)
    return (
      <EmptyState
        art={<FallenLeafArt />}
        action={
          <Button look="secondary" onClick={() => void navigate('/services/new')}>
            Add a service
          </Button>
        }
      >
        Your price list is empty. Add what you offer.
      </EmptyState>
    );
  const last = order.filter(({ is_active }) => is_active).length - 1;
  return (
    <>
      <Announcement>{moved}</Announcement>
      <div className="news-above">
        <ActionFailure action={save} />
      </div>
      <div className="staff-box">
        <table className="row-table">
          <caption className="sr-only">Services, in the order of the price list</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Order</span>
              </th>
              <th scope="col">Service</th>
              <th scope="col">Length</th>
              <th scope="col" className="text-end">
                Price
              </th>
              <th scope="col">Next free</th>
              <th scope="col">
                <span className="sr-only">To know</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.map((service, at) => (
              <ServiceRow
                key={service.id}
                service={service}
                at={at}
                last={last}
                isOrdering={isOrdering}
                onMove={move}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type RowProps = {
  service: StaffService;
  at: number;
  last: number;
  isOrdering: boolean;
  onMove: (service: StaffService, by: -1 | 1) => void;
};

function ServiceRow({ service, at, last, isOrdering, onMove }: RowProps) {
  const { id, name, is_active, duration, next_free } = service;
  const isOnline = useOnline();
  const type = service.type[0] ?? 'YOGA';
  const marks = marksOf(service);
  return (
    <tr className={tintClassOf(type)} data-service={id}>
      <td
        className={classNames(
          'relative z-1 row-2 col-2 gap-1 justify-end @table:table-cell @table:w-px @table:pl-3 @table:whitespace-nowrap',
          isOrdering ? 'flex' : 'hidden',
        )}
      >
        {is_active && (
          <>
            <OrderButton by={-1} blocked={at === 0 || !isOnline} service={service} onMove={onMove} />
            <OrderButton by={1} blocked={at === last || !isOnline} service={service} onMove={onMove} />
          </>
        )}
      </td>
      <th scope="row">
        <span className="type-dot size-9 @table:inline-grid @table:mr-3">
          <TypeIcon type={type} />
        </span>
        <span>
          <Link to={`/services/${id}`}>{name}</Link>
          <small>{kindText(service)}</small>
        </span>
      </th>
      <td className="cell-wide text-muted">{duration} min</td>
      <td className="text-end num whitespace-nowrap">{priceText(service)}</td>
      <td className="cell-wide text-muted">{next_free === null ? '–' : formatDay(next_free)}</td>
      <td className="cell-marks @table:whitespace-nowrap">
        {marks.map(({ look, text }) => (
          <span key={text} className={`mark mark-${look}`}>
            {text}
          </span>
        ))}
      </td>
    </tr>
  );
}

function OrderButton({
  by,
  blocked,
  service,
  onMove,
}: Pick<RowProps, 'service' | 'onMove'> & { by: -1 | 1; blocked: boolean }) {
  return (
    <button
      type="button"
      className="btn-icon size-act text-name @table:w-9"
      aria-label={`Move ${service.name} ${by === -1 ? 'up' : 'down'}`}
      // It keeps the focus when it reaches the end.
      aria-disabled={blocked || undefined}
      onClick={() => {
        if (!blocked) onMove(service, by);
      }}
    >
      <span aria-hidden="true">{by === -1 ? '↑' : '↓'}</span>
    </button>
  );
}

/** The order as it is being changed. It is saved after each move; moves that follow meanwhile are saved together. */
function useOrder(services: readonly StaffService[]) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [moved, setMoved] = useState('');
  const latest = useRef<readonly string[]>([]);
  // What was rendered last is older: a move that is pressed right after the answer would wait for an answer that came.
  const isSaving = useRef(false);
  const save = useAction();
  const end = () => {
    isSaving.current = false;
    setWanted(null);
  };
  const send = (ids: readonly string[]): void => {
    isSaving.current = true;
    save.run(
      staffOrderServices,
      { body: { ids: [...ids] } },
      {
        done: async (): Promise<void> => {
          if (latest.current === ids) await queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
          if (latest.current === ids) end();
          else send(latest.current);
        },
        refused: () => {
          end();
          void queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
        },
      },
    );
  };
  const place = (id: string) => wanted?.indexOf(id) ?? -1;
  const order = wanted === null ? services : services.toSorted((one, other) => rank(one) - rank(other));
  function rank({ id, is_active }: StaffService): number {
    return is_active ? place(id) : Infinity;
  }
  const move = (service: StaffService, by: -1 | 1) => {
    const ids = order.filter(({ is_active }) => is_active).map(({ id }) => id);
    const at = ids.indexOf(service.id);
    const [one, other] = [ids[at], ids[at + by]];
    if (one === undefined || other === undefined) return;
    ids[at] = other;
    ids[at + by] = one;
    latest.current = ids;
    setWanted(ids);
    setMoved(`${service.name} is number ${at + by + 1} of ${ids.length} now.`);
    if (!isSaving.current) send(ids);
  };
  return { order, move, moved, save };
}
