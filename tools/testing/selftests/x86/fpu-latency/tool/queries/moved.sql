-- Restores on the CPU that saved the state last, against those on another one.
WITH ordered AS (
	SELECT event, cpu, latency,
	       lag(cpu) OVER (PARTITION BY fpstate ORDER BY time, id) AS last_cpu
	FROM events
	WHERE fpstate IS NOT NULL)
SELECT last_cpu <> cpu AS moved, count(*) AS cnt, min(latency) AS lat_min,
       max(latency) AS lat_max, round(avg(latency), 1) AS lat_avg
FROM ordered
WHERE event = 'x86_fpu_latency_xrstor' AND last_cpu IS NOT NULL
GROUP BY moved;
