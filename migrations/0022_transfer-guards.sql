-- What the database itself holds of a transfer, whoever sends the statement: its people, its money, its receiver.

-- Whoever is past a step has somebody who took it.
alter table transfers
  add check (approved_by is not null or status in ('pending', 'rejected')),
  add check (sent_by is not null or status in ('pending', 'rejected', 'approved')),
  add check ((reserved = 0 and step is null) or status in ('processing', 'delivered'));

create function refuse_made_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfer %: every life begins as pending, without anybody’s step', new.id using errcode = 'check_violation';
end $$;
create trigger refuse_made_transfer before insert on transfers for each row
  when (new.status <> 'pending' or num_nonnulls(new.approved_by, new.rejected_by, new.sent_by) > 0 or new.reserved > 0)
  execute function refuse_made_transfer();

create function guard_transfer() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('transfer', old.status || '>' || new.status) then
    raise exception 'transfer %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if new.history <> old.history or new.status <> old.status then
    if (new.history - -1) <> old.history then
      raise exception 'transfer %: history only grows, one row a step', old.id using errcode = 'check_violation';
    end if;
  end if;
  if (new.id, new.amount, new.currency, new.merchant_id, new.request_type, new.created, new.created_by,
      new.requested_account_id, new.receiver_account_id, new.receiver_key, new.holder_name, new.scheduled_date)
       <> (old.id, old.amount, old.currency, old.merchant_id, old.request_type, old.created, old.created_by,
      old.requested_account_id, old.receiver_account_id, old.receiver_key, old.holder_name, old.scheduled_date)
     or (new.external_id, new.recipient_id, new.bank_code, new.iban, new.account_number, new.masked_card_no, new.card_token)
       is distinct from
        (old.external_id, old.recipient_id, old.bank_code, old.iban, old.account_number, old.masked_card_no, old.card_token)
     -- Sealed anew by a change of keys, never given or taken.
     or (new.card_sealed is null) <> (old.card_sealed is null) or (new.tax_id_sealed is null) <> (old.tax_id_sealed is null)
     or new.sequence < old.sequence or new.attempt_no < old.attempt_no or new.retry_count < old.retry_count
     or new.fencing < old.fencing then
    raise exception 'transfer %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  -- Who took a step is written with it, and the approval alone may name another account to pay from.
  if (new.approved_by is distinct from old.approved_by or new.source_account_id <> old.source_account_id)
       and not (old.status = 'pending' and new.status = 'approved')
     or new.rejected_by is distinct from old.rejected_by and not (old.status = 'pending' and new.status = 'rejected')
     or new.sent_by is distinct from old.sent_by and not (old.status = 'approved' and new.status = 'processing') then
    raise exception 'transfer %: a person’s part cannot change after the step', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_transfer before update on transfers for each row execute function guard_transfer();
