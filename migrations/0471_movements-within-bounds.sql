-- What a line settles stands on the side of its kind, and commission and tax on the side of its gross amount. Not validated: a release before
-- may have settled other ones, and what was settled never changes.
alter table settlement_lines add constraint settlement_lines_sides check (
  case when kind in ('sale', 'chargeback_reversal') then gross >= 0 else gross <= 0 end
  and case sign(gross::numeric) when 1 then bank_commission >= 0 and bank_tax >= 0 when -1 then bank_commission <= 0 and bank_tax <= 0
    else bank_commission = 0 and bank_tax = 0 end
) not valid;

-- Of a payment no more is taken back, or charged back at a time, than was captured or settled, and no more comes back than was charged back.
create function check_settled_movements() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select t.payment_id into wrong
  from (select l.tenant_id, l.payment_id,
      coalesce(sum(l.gross) filter (where l.kind = 'sale'), 0) as sold, -coalesce(sum(l.gross) filter (where l.kind = 'void'), 0) as voided,
      -coalesce(sum(l.gross) filter (where l.kind = 'chargeback'), 0) as charged,
      coalesce(sum(l.gross) filter (where l.kind = 'chargeback_reversal'), 0) as reversed
    from settlement_lines l
    where (l.payment_id, l.tenant_id) in (select n.payment_id, n.tenant_id from new_lines n
      where n.kind in ('void', 'chargeback', 'chargeback_reversal'))
    group by l.tenant_id, l.payment_id) t
  left join payments p on p.tenant_id = t.tenant_id and p.id = t.payment_id
  where t.reversed > t.charged or greatest(t.voided, t.charged - t.reversed) > greatest(t.sold, coalesce(p.captured, 0))
  limit 1;
  if wrong is not null then
    raise exception 'settlement lines of payment %: more is taken or given back than there was', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger check_settled_movements after insert on settlement_lines referencing new table as new_lines
  for each statement execute function check_settled_movements();
