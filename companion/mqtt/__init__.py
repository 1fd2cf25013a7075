"""What a table tells a broker (docs/mqtt.md): its public view and nothing else, as MQTT messages."""
