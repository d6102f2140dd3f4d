-- Does one CPU differ from the others?
SELECT event, cpu, cnt, lat_min, lat_max, round(lat_avg, 1) AS lat_avg
FROM by_cpu
ORDER BY event, cpu;
